/** The people of the workspace, and an administrator's changes of accounts. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { locale } from '../words/words.ts'
import { client, statusOf } from './client.ts'
import type { Invitation, Invited, SignInLink } from './invitation.ts'
import { sessionQuery } from './queries.ts'
import { useChange } from './use-change.ts'

export type User = components['schemas']['User']

const { compare } = new Intl.Collator(locale)
export const byName = (one: { full_name: string }, other: { full_name: string }) =>
  compare(one.full_name, other.full_name)

/** All of them, by name: the API has no search for people, and lists, names and filters need any of them. */
export const peopleQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => {
    const params = { query: { page_size: 50 } }
    return (await Array.fromAsync(client.pages('/api/v1/users', { signal, params }))).sort(byName)
  },
  staleTime: 300_000,
})

/** Only the first page, which is everybody in a small workspace. */
export const newestPeopleQuery = queryOptions({
  queryKey: ['users', 'newest'],
  queryFn: async ({ signal }) =>
    dataOf(await client.GET('/api/v1/users', { signal, params: { query: { page_size: 50 } } })).data,
  staleTime: 300_000,
})

/** The full list if a page has loaded it, else its first page: one request for everybody of a small workspace. */
export function useKnownPeople(): { people: User[]; isLoading: boolean } {
  const { data: everyone } = useQuery({ ...peopleQuery, enabled: false })
  const { data: newest, isLoading } = useQuery({ ...newestPeopleQuery, enabled: everyone === undefined })
  return { people: everyone ?? newest ?? none, isLoading }
}
const none: User[] = []

/** Also refetches the session: people may change themselves, and it has their name and rights. */
export const useChangePerson = () =>
  useChange(
    async ({ id, ...body }: { id: string; full_name?: string; admin?: boolean; active?: boolean }) =>
      dataOf(await client.PATCH('/api/v1/user/{user_id}', { params: { path: { user_id: id } }, body })).user,
    [peopleQuery.queryKey, sessionQuery.queryKey],
  )

/** The form shows all errors. */
export const useChangeAddresses = (user_id: string) =>
  useChange(changeAddressesOf(user_id), [peopleQuery.queryKey, sessionQuery.queryKey], { pageShowsError: true })

type AddressChanges = { email?: string; added: string[]; removed: string[] }

const changeAddressesOf =
  (user_id: string) =>
  async ({ email, added, removed }: AddressChanges): Promise<User> => {
    const change = async (body: { email?: string; other_addresses?: string[] }) =>
      dataOf(await client.PATCH('/api/v1/user/{user_id}', { params: { path: { user_id } }, body })).user
    if (added.length + removed.length === 0) return change({ email })
    // A change of nothing reads the account: another administrator may have changed it since the list was read.
    const { other_addresses: others = [] } = await change({})
    const kept = others.filter((each) => !removed.includes(each))
    return change({ ...(email && { email }), other_addresses: [...kept, ...added] })
  }

/** A link signs in the first person who opens it, so it is not kept longer than it is shown. */
export const useSignInLink = () => useChange(linkFor, [peopleQuery.queryKey], { pageShowsError: true, isSecret: true })

const weekSeconds = 604_800

/** Who never came is invited: they may open the link days later. */
async function linkFor({ id: user_id, last_seen_at }: Pick<User, 'id' | 'last_seen_at'>): Promise<SignInLink> {
  const body = last_seen_at ? {} : { valid_seconds: weekSeconds }
  return dataOf(await client.POST('/api/v1/user/{user_id}/sign_in_link', { params: { path: { user_id } }, body }))
}

/** The form shows all errors. */
export const useMakeAccount = () => useChange(accountFor, [peopleQuery.queryKey], { pageShowsError: true })

async function accountFor(invitation: Invitation): Promise<User> {
  return dataOf(await client.POST('/api/v1/user', { body: invitation })).user
}

/** Creates an account and a sign-in link. An existing account is a `problem` with the service's error message. */
export async function invite(invitation: Invitation): Promise<Invited> {
  try {
    const account = await accountFor(invitation)
    return { ...invitation, link: await linkFor(account), problem: null }
  } catch (error) {
    // A rejection concerns only this person; a lost connection or lost rights concern all.
    const status = statusOf(error)
    if (status === null || status === 401 || status === 403) throw error
    return { ...invitation, link: null, problem: (error as Error).message }
  }
}
