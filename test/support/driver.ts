/** A browser of any engine with one tab, and a person at it: they read names, press, and type. */
import { setTimeout } from 'node:timers/promises'

export type Driver = AsyncDisposable & {
  open(url: string): Promise<unknown>
  /** In the page; promises are awaited. */
  evaluate(expression: string): Promise<unknown>
  /** Keys and the pointer: input sources of W3C WebDriver. */
  act(sources: object[]): Promise<unknown>
  /** Of what the window shows, as PNG. */
  picture(): Promise<Buffer>
  /** Of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<unknown>
}

/** How long a page is waited for. */
const limitMs = 60_000

/** What people press. */
const pressed =
  'a, button, summary, label, input, [role=button], [role=option], [role=menuitem], [role=tab], [role=switch]'
/** What they write into. */
const written = 'input, textarea, [role=textbox], [contenteditable=true]'

/** The names of the protocol for keys without a character. */
const keyValues: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Home: '\uE011',
}

/** The last visible part with this name: a dialog is at the end of the page. */
const find = `(selector, name) => {
  const textOf = (id) => document.getElementById(id)?.textContent
  const nameOf = (part) => part.getAttribute('aria-label') ?? [
    ...(part.getAttribute('aria-labelledby') ?? '').split(' ').map(textOf),
    ...[...(part.labels ?? [])].map((label) => label.textContent),
    part.textContent,
  ].filter(Boolean).join(' ')
  return [...document.querySelectorAll(selector)].findLast((part) => part.checkVisibility() && !part.disabled &&
    !part.closest('[inert], [aria-hidden=true]') && name.test(nameOf(part).trim()))
}`

/** The middle of a part that stands still and is not covered, as [x, y]. */
const placeOf = (selector: string, name: RegExp) => `(async () => {
  const part = (${find})(${JSON.stringify(selector)}, ${name})
  if (!part) return null
  part.scrollIntoView({ block: 'center' })
  const middle = async () => {
    await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100))
    const { left, top, width, height } = part.getBoundingClientRect()
    return [Math.round(left + width / 2), Math.round(top + height / 2)]
  }
  const [before, now] = [await middle(), await middle()]
  const above = document.elementFromPoint(...now)
  const isStill = String(before) === String(now) && document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || !effect.target.contains(part))
  return isStill && above && (part.contains(above) || above.contains(part)) ? now : null
})()`

export function personAt(driver: Driver) {
  const { evaluate, act } = driver

  /** Resolves with what the expression is, once that is something. */
  async function until(expression: string): Promise<unknown> {
    const end = Date.now() + limitMs
    while (true) {
      // A page that is being loaded has nothing.
      const found = await evaluate(expression).catch(() => null)
      if (found) return found
      if (Date.now() > end)
        throw new Error(
          `It never became true: ${expression.replace(find, 'find')}\n${await evaluate('document.body.innerText')}`,
        )
      await setTimeout(100)
    }
  }

  async function pressAt(selector: string, name: RegExp): Promise<void> {
    const [x, y] = (await until(placeOf(selector, name))) as [number, number]
    const move = { type: 'pointerMove', x, y, duration: 0 }
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [move, ...press] }])
  }

  const hit = (actions: object[]) => act([{ type: 'key', id: 'keys', actions }])

  return {
    until,
    /** Presses the button, link, option or label with this name. */
    press: (name: RegExp) => pressAt(pressed, name),
    /** Puts the cursor into the field with this name. A dialog that has just opened may take it to itself. */
    async enter(name: RegExp): Promise<void> {
      const hasCursor = `(${find})(${JSON.stringify(written)}, ${name})?.contains(document.activeElement)`
      do {
        await pressAt(written, name)
        await setTimeout(100)
      } while (!(await evaluate(hasCursor)))
    },
    type: (text: string) =>
      hit(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    /** Keys one after the other, each as `Control+b`. */
    async keys(...all: string[]): Promise<void> {
      for (const each of all) {
        const values = each.split('+').map((key) => keyValues[key] ?? key)
        const down = values.map((value) => ({ type: 'keyDown', value }))
        await hit([...down, ...values.toReversed().map((value) => ({ type: 'keyUp', value }))])
      }
    },
    says: (text: string) => until(`document.body.innerText.includes(${JSON.stringify(text)})`),
    isAt: (path: RegExp) => until(`${path}.test(location.pathname)`),
  }
}
