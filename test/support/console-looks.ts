/** Looking at a page: on a phone and wide, light and dark. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { structureFaults } from './page-structure.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Both themes and both widths; each theme and each width is judged once, and all four have a picture. */
export const looks = [
  { width: 1_440, colorScheme: 'light', isChecked: true },
  { width: 1_440, colorScheme: 'dark', isChecked: false },
  { width: 390, colorScheme: 'light', isChecked: false },
  { width: 390, colorScheme: 'dark', isChecked: true },
] as const

export type Look = { width: number; colorScheme: 'light' | 'dark' }

/** A colour on its way to another theme would be judged as it is. */
const atOnce = '*, *::before, *::after { transition: none !important; animation: none !important }'

/** @returns what is wrong with the page: wider than the window, without a name, or what axe finds serious or critical */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme } of looks.filter(({ isChecked }) => isChecked)) {
    await takeLook(page, { width, colorScheme })
    if (await isTooWide(page)) found.push(`${name}: wider than ${width} px`)
    for (const each of await structureFaults(page)) found.push(`${name}, ${width} px: ${each}`)
    for (const each of await violations(page)) found.push(`${name}, ${colorScheme}: ${each}`)
  }
  return found
}

export async function takeLook(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.addStyleTag({ content: atOnce })
  await page.setViewportSize({ width, height: 820 })
  await page.emulateMedia({ colorScheme })
}

/** @returns what axe finds serious or critical, with where it is */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  // Of everything else axe need not say where it is.
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')))`)
}

/** Whether the page is still wider than the window when everything has moved to its place. */
async function isTooWide(page: Page): Promise<boolean> {
  for (let looks = 0; looks < 30; looks++) {
    if (await page.evaluate('document.documentElement.scrollWidth === document.documentElement.clientWidth'))
      return false
    await setTimeout(100)
  }
  return true
}
