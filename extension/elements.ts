/** Makes the few elements of the popup and the setup. Texts are always text, never HTML. */

type Props<Tag extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Tag], 'style'>>

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props<Tag> = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), props)
  element.append(...children.filter((each) => each !== null))
  return element
}

export const say = (name: string, ...words: string[]): string => chrome.i18n.getMessage(name, words) || name

export const button = (label: string, onclick: () => unknown, className = '') =>
  make('button', { type: 'button', className, onclick: () => void onclick() }, label)

export function show(...children: (Node | null)[]): void {
  document.documentElement.lang = chrome.i18n.getUILanguage()
  document.querySelector('#page')!.replaceChildren(...children.filter((each) => each !== null))
}
