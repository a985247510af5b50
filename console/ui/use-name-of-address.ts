/** Names for the addresses in a list. */
import { useMemo } from 'react'
import { useKnownPeople } from '../api/people.ts'

/** @returns the name of the account with this address, or the address; '' until the names are there */
export function useNameOfAddress(): (email: string) => string {
  const { people, isLoading } = useKnownPeople()
  return useMemo(() => {
    const names = new Map(people.map(({ email, full_name }) => [email.toLowerCase(), full_name]))
    return (email) => (isLoading ? '' : (names.get(email.toLowerCase()) ?? email))
  }, [people, isLoading])
}
