/** Access to the calendar of an account: renews the access token when it ends, and sees when consent or password end. */
import type { Context } from '../../../platform/context/context.ts'
import type { CaldavCalendar } from '../vendors/caldav.ts'
import {
  AccessWithdrawn,
  type CalendarProvider,
  type CalendarReading,
  ProviderError,
  type ProviderName,
  TokenRefused,
} from '../vendors/provider.ts'
import { type Accounts, openTokens, replaceTokens, type SealedTokens, sealTokens } from './accounts.ts'

export type Account = { workspaceId: string; id: string; provider: ProviderName; tokens: Buffer }

/** A token with less left is renewed. */
const minLeftMs = 60_000

/**
 * Does something with an access token; once more with a new one if it was refused, since it may have ended meanwhile.
 * @throws {AccessWithdrawn} the consent was withdrawn; the caller must store that
 * @throws {TokenRefused} also the new one is refused, although it was just given
 * @throws {ProviderError} also if the operator no longer has this vendor
 */
export async function withAccess<Result>(
  deps: Pick<Context, 'db' | 'clock' | 'secretKey'> & { accounts: Accounts },
  account: Account,
  use: (provider: CalendarProvider, accessToken: string) => Promise<Result>,
): Promise<Result> {
  const { secretKey, clock, accounts } = deps
  const vendor = accounts.get(account.provider)
  if (!vendor) throw new ProviderError('The operator does not offer calendars of this kind any more')
  const { provider, client } = vendor
  let kept = openTokens(secretKey, account, account.tokens)
  const renew = async (): Promise<string> => {
    kept = { subject: kept.subject, ...(await client.refresh(kept)) }
    await storeTokens(deps, account, kept)
    return kept.access
  }
  const isEnding = kept.until <= clock().getTime() + minLeftMs
  if (isEnding) return use(provider, await renew())
  try {
    return await use(provider, kept.access)
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    return use(provider, await renew())
  }
}

/** @throws {AccessWithdrawn} the password is refused; the caller must store that */
export async function withPassword<Result>(
  { secretKey, caldav }: Pick<Context, 'secretKey'> & { caldav: CaldavCalendar },
  account: Account,
  use: (calendar: CalendarReading, accessToken: string) => Promise<Result>,
): Promise<Result> {
  const { access } = openTokens(secretKey, account, account.tokens)
  try {
    return await use(caldav, access)
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    throw new AccessWithdrawn(`${error.message} any more: connect the calendar again`)
  }
}

async function storeTokens(
  { db, secretKey }: Pick<Context, 'db' | 'secretKey'>,
  account: Account,
  tokens: SealedTokens,
): Promise<void> {
  const sealed = sealTokens(secretKey, account, tokens)
  await replaceTokens(db, account, account.tokens, { tokens: sealed })
  // Later changes in this read compare with what is stored now.
  account.tokens = sealed
}
