/** The text of the search field: it searches while one types, and keeps the filters of the search page. */
import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { answersHere } from '../api/engines.ts'
import { isQuestion, type SearchState } from '../api/search.ts'
import { paths } from '../paths.ts'
import { words } from '../words/words.ts'

/** Fewer letters do not leave a page. */
const minLetters = 2

declare module '@tanstack/history' {
  interface HistoryState {
    /** The first hit receives the focus. */
    toHits?: boolean
  }
}

export function useSearchField() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { history } = useRouter()
  const isHere = useRouterState({ select: ({ location }) => location.pathname === paths.search })
  const state = useRouterState({
    select: ({ location }): SearchState => (location.pathname === paths.search ? location.search : {}),
  })
  const query = state.q ?? ''
  const [typed, setTyped] = useState(query)
  const sent = useRef(query)
  // Also when somebody goes back; what is typed while the address follows stays.
  useEffect(() => {
    if (query !== sent.current) setTyped(query)
    sent.current = query
  }, [query])
  const show = (text: string, { ask, toHits }: Pick<SearchState, 'ask'> & { toHits?: boolean } = {}) => {
    const q = text.trim() || undefined
    sent.current = q ?? ''
    void navigate({ to: paths.search, search: { ...state, q, ask }, replace: isHere, state: { toHits } })
  }
  const settle = useDebouncedCallback((text: string) => {
    const q = text.trim()
    if (q !== query && (isHere || q.length >= minLetters)) show(text)
  }, 250)
  const ask = () => {
    settle.cancel()
    if (typed.trim()) show(typed, { ask: 'yes' })
  }
  return {
    typed,
    write(text: string) {
      setTyped(text)
      settle(text)
    },
    /** A question is answered where a model can; other words lead to their hits. */
    async submit(event: FormEvent) {
      event.preventDefault()
      settle.cancel()
      if (isQuestion(typed, words.ask.begins) && (await answersHere(queries))) return ask()
      if (typed.trim()) show(typed, { toHits: true })
    },
    ask,
    /** Escape leaves the search for the page before it. */
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'ArrowDown' && isHere) document.querySelector<HTMLElement>('[data-row]')?.focus()
      else if (event.key === 'Escape') {
        settle.cancel()
        setTyped(query)
        event.currentTarget.blur()
        if (isHere && history.canGoBack()) history.back()
      } else return
      event.preventDefault()
    },
  }
}
