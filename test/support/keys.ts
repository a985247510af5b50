/** A person who has only keys, and hears the page: they find each part by its role and name, and get there with Tab. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]

/** More than any page has from one end to the other. */
const mostPresses = 250

export function keysOf(page: Page) {
  const part = (role: Role, name: string | RegExp) => page.getByRole(role, { name, exact: typeof name === 'string' })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  /** Presses Tab, or another key, until the part has the focus, and looks whether a person sees that it has. */
  async function reach(
    role: Role,
    name: string | RegExp,
    by: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
  ): Promise<void> {
    await part(role, name).first().waitFor()
    const focused = part(role, name).and(page.locator(':focus'))
    for (let presses = 0; (await focused.count()) === 0; presses++) {
      assert(presses < mostPresses, `${by} does not reach ${role} ${name}`)
      await press(by)
    }
    assert(await page.evaluate(isInSight), `${role} ${name} has the focus, and is covered`)
  }

  return {
    part,
    press,
    reach,
    type: (text: string) => page.keyboard.type(text),
    /** Reaches the part and presses Enter on it. */
    async enter(role: Role, name: string | RegExp) {
      await reach(role, name)
      await press('Enter')
    },
    heading: (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor(),
  }
}

/** Whether the middle of the focused part, of its label or of what draws it is in the window and under nothing else. */
const isInSight = `[
  document.activeElement, ...(document.activeElement.labels ?? []), document.activeElement.parentElement,
].some((part) => {
  const { left, top, width, height } = part.getBoundingClientRect()
  const found = document.elementFromPoint(left + width / 2, top + height / 2)
  return found !== null && (part.contains(found) || found.contains(part))
})`
