/** Names for the addresses in a list, as far as they are at hand: one request for all rows, and none for more pages of people. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { newestPeopleQuery, peopleQuery } from '../api/people.ts'

/** @returns the name of the account with this address, or the address */
export function useNameOfAddress(): (email: string) => string {
  // Other pages ask for everybody; where they did, everybody is known.
  const { data: everyone } = useQuery({ ...peopleQuery, enabled: false })
  const { data: newest } = useQuery({ ...newestPeopleQuery, enabled: everyone === undefined })
  return useMemo(() => {
    const names = new Map((everyone ?? newest ?? []).map(({ email, full_name }) => [email.toLowerCase(), full_name]))
    return (email) => names.get(email.toLowerCase()) ?? email
  }, [everyone, newest])
}
