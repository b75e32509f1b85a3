/** Elements of a page, made in one call. */

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;
type Inside = (Node | string)[];

function dressed<T extends Element>(element: T, attributes: Attributes, inside: Inside): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...inside);
  return element;
}

/** An element of HTML; a function as an attribute listens to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...inside: Inside
): HTMLElementTagNameMap[K] {
  return dressed(document.createElement(tag), attributes, inside);
}

/** An element of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...inside: Inside
): SVGElementTagNameMap[K] {
  return dressed(document.createElementNS(SVG, tag), attributes, inside);
}

/** A button that does something. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: () => act(), ...attributes }, text);
}

/** Whether the system asks for less motion. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
