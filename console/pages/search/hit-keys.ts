/** The keys of the hits: Enter in the field leads to the first, `j` and `k` move, Escape leads back to the field. */
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageKeys } from '../../ui/page-keys.ts'
import { useRowKeys } from '../../ui/row-keys.ts'

const hits = '[data-row]'

export function useHitKeys(): void {
  useRowKeys(hits)
  usePageKeys([
    [
      'Escape',
      () => {
        // In an open menu the key is the menu's own.
        if (!document.activeElement?.matches(hits)) return
        const fields = [...document.querySelectorAll<HTMLInputElement>('[data-search-field]')]
        fields.find((field) => field.offsetParent !== null)?.select()
      },
    ],
  ])
}

/** Moves the focus to the first hit after Enter in the field, when the hits of its words are there. */
export function useToHits(areThere: boolean): void {
  const submitted = useRouterState({
    select: ({ resolvedLocation }) => (resolvedLocation?.state.toHits ? resolvedLocation.state.__TSR_key : undefined),
  })
  useEffect(() => {
    if (submitted && areThere) document.querySelector<HTMLElement>(hits)?.focus()
  }, [submitted, areThere])
}
