/** The one script of a page, which is also that of its worker. */

import { start } from "./page.ts";
import { work, type Scope } from "./worker.ts";

if (typeof document === "undefined") work(globalThis as unknown as Scope);
else void start();
