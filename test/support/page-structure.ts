/** What a page is to those who hear it: names, headings and landmarks of its accessibility tree. */
import type { Page } from 'playwright-core'

const needNames = [
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'checkbox', 'radio', 'switch'],
  ...['tab', 'menuitem', 'option', 'listbox', 'dialog', 'alertdialog', 'region', 'group', 'radiogroup', 'progressbar'],
]
const unnamed = new RegExp(`^ *- '?(?:${needNames.join('|')})(?![ \\w]* ")(?:[ :].*)?$`, 'gm')

/** @returns what is wrong: a part without a name, a heading that skips a level, a landmark that is missing or twice there */
export async function structureFaults(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const faults = [...tree.matchAll(unnamed)].map(([line]) => `without a name: ${line.trim()}`)
  const levels = [...tree.matchAll(/^ *- '?heading .*\[level=(\d)\]/gm)].map(([line, level]) => ({
    line,
    level: Number(level),
  }))
  levels.forEach(({ line, level }, at) => {
    if (level > (levels[at - 1]?.level ?? 0) + 1) faults.push(`skips a level: ${line.trim()}`)
  })
  if (levels.filter(({ level }) => level === 1).length !== 1) faults.push('not one heading of level 1')
  for (const landmark of ['main', 'banner', 'navigation']) {
    const count = [...tree.matchAll(new RegExp(`^ *- '?${landmark}\\b`, 'gm'))].length
    const isWanted = landmark === 'main' || tree.includes('- banner')
    if (count > 1 || (isWanted && count === 0)) faults.push(`${count} of ${landmark}`)
  }
  return [...faults, ...((await page.evaluate(smallTargets)) as string[])]
}

/** What is pressed has at least 24 px; a link in a sentence may be smaller. A box is pressed by its words too, and a link may cover its row. */
const smallTargets = `[...document.querySelectorAll('button, a[href], input, [role=tab], [role=menuitem], summary')]
  .filter((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isSeen = width > 1 && height > 1 && getComputedStyle(target).visibility === 'visible'
    const isLarger = target.labels?.length || getComputedStyle(target, '::after').position === 'absolute'
    return isSeen && (width < 23.5 || height < 23.5) && !target.closest('p') && !isLarger
  })
  .map((target) => 'smaller than 24 px: ' + target.outerHTML.slice(0, 120))`
