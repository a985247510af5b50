/** The text of the search field, and its submission, which keeps the filters of the search page. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { isQuestion, type SearchState } from '../api/search.ts'
import { paths } from '../paths.ts'

export function useSearchField() {
  const navigate = useNavigate()
  const state = useRouterState({
    select: ({ location }): SearchState => (location.pathname === paths.search ? location.search : {}),
  })
  const query = state.q ?? ''
  const [typed, setTyped] = useState(query)
  useEffect(() => setTyped(query), [query])
  const open = (ask: SearchState['ask']) => {
    const q = typed.trim()
    if (q) void navigate({ to: paths.search, search: { ...state, q, ask } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    open(isQuestion(typed) ? 'yes' : undefined)
  }
  return { typed, setTyped, submit, ask: () => open('yes') }
}
