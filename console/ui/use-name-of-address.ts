/** Names for the addresses in a list: one request for the first page of people, none for more. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { newestPeopleQuery, peopleQuery } from '../api/people.ts'

/** @returns the name of the account with this address, or the address; '' until the names are there */
export function useNameOfAddress(): (email: string) => string {
  // Uses the full list if another page has loaded it.
  const { data: everyone } = useQuery({ ...peopleQuery, enabled: false })
  const { data: newest, isLoading } = useQuery({ ...newestPeopleQuery, enabled: everyone === undefined })
  return useMemo(() => {
    const names = new Map((everyone ?? newest ?? []).map(({ email, full_name }) => [email.toLowerCase(), full_name]))
    return (email) => (isLoading ? '' : (names.get(email.toLowerCase()) ?? email))
  }, [everyone, newest, isLoading])
}
