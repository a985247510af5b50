/** `j` and `k` move through the rows of a page in their order. */
import { usePageKeys } from './page-keys.ts'

/** @param rows  a selector for the elements to focus, one per row */
export function useRowKeys(rows: string): void {
  usePageKeys([
    ['j', () => focusRow(rows, 1)],
    ['k', () => focusRow(rows, -1)],
  ])
}

function focusRow(rows: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(rows)]
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[at === -1 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
}
