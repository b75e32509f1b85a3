// Starts the language server for rule files, and runs the commands of the palette in a terminal.

import { existsSync } from "node:fs";
import { join } from "node:path";

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The ludwright command: as it is set, that of the open folder, or that on the path. */
function command(): string {
    const set = vscode.workspace.getConfiguration("ludwright").get<string>("command");
    if (set) {
        return set;
    }
    const below = process.platform === "win32" ? ["Scripts", "ludwright.exe"] : ["bin", "ludwright"];
    // What lies in a folder is run only if its owner trusts it.
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    const found = folders.map((folder) => join(folder.uri.fsPath, ".venv", ...below));
    return found.find((path) => existsSync(path)) ?? "ludwright";
}

async function start(): Promise<void> {
    const server = { command: command(), args: ["lsp"] };
    const documents = [{ language: "ludii" }];
    // Where a region is told, its sites are shown on a small board.
    const options = { documentSelector: documents, initializationOptions: { pictures: true } };
    client = new LanguageClient("ludwright", "Ludwright", server, options);
    try {
        await client.start();
    } catch {
        const hint = 'Is it installed? pip install "ludwright[lsp]", or set ludwright.command.';
        void vscode.window.showErrorMessage(`${server.command} lsp did not start. ${hint}`);
    }
}

async function restart(): Promise<void> {
    await client?.stop().catch(() => undefined);
    await start();
}

/** Run a command on the file that is shown, once it is saved. */
async function inTerminal(...words: string[]): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || document.languageId !== "ludii" || !(await document.save())) {
        return;
    }
    const args = words.map((word) => (word === "FILE" ? document.uri.fsPath : word));
    const options = { name: "Ludwright", shellPath: command(), shellArgs: args };
    vscode.window.createTerminal(options).show();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    context.subscriptions.push(
        vscode.commands.registerCommand("ludwright.play", () => inTerminal("play", "FILE")),
        vscode.commands.registerCommand("ludwright.studio", () => inTerminal("studio", "FILE")),
        vscode.commands.registerCommand("ludwright.words", () => words()),
        vscode.commands.registerCommand("ludwright.restart", restart),
        vscode.workspace.onDidGrantWorkspaceTrust(restart),
        vscode.workspace.onDidChangeConfiguration((change) =>
            change.affectsConfiguration("ludwright.command") ? restart() : undefined,
        ),
    );
    await start();
}

/** Show what `ludwright show --words` says of the file in a page beside it. */
async function words(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !(await document.save())) {
        return;
    }
    const { execFile } = await import("node:child_process");
    const args = ["show", document.uri.fsPath, "--words"];
    execFile(command(), args, { timeout: 60_000 }, async (_, out, said) => {
        const content = out || said;
        const page = await vscode.workspace.openTextDocument({ language: "plaintext", content });
        await vscode.window.showTextDocument(page, vscode.ViewColumn.Beside, true);
    });
}

export async function deactivate(): Promise<void> {
    await client?.stop();
}
