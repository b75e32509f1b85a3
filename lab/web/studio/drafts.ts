/** Texts that are not saved, kept by the browser, so that a crash or a reload loses none. */

export interface Draft {
  path: string;
  text: string;
  /** The mark of the file that the text was opened from; null for a new one. */
  mark: string | null;
}

const PREFIX = "ludwright-draft:";
const LAST = "ludwright-last";

/** Keep a text. */
export function keep(draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + draft.path, JSON.stringify(draft));
    localStorage.setItem(LAST, draft.path);
  } catch {
    // A browser that keeps nothing, or no more: the text is still in the editor.
  }
}

/** Forget a text that was saved. */
export function forget(path: string): void {
  try {
    localStorage.removeItem(PREFIX + path);
  } catch {
    // See `keep`.
  }
}

/** The unsaved text of a file; of the one that was edited last, if none is named. */
export function kept(path?: string): Draft | null {
  try {
    const found = localStorage.getItem(PREFIX + (path ?? localStorage.getItem(LAST)));
    return found === null ? null : (JSON.parse(found) as Draft);
  } catch {
    return null;
  }
}
