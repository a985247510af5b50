/** Why a provider refused, for the operator's log. *Pure.* */

/** Of a text that another program sent. */
const maxReason = 500

type ProviderError = Error & { cause?: unknown; error?: unknown; error_description?: unknown }

/**
 * The provider's own words (`error`, `error_description`) or what the network says; nothing else of its answer, which
 * may hold tokens.
 * @param secrets  what must not be in a log, in case the provider quotes it
 */
export function reasonOf({ message, cause, error, error_description }: ProviderError, secrets: string[]): string {
  const said = [error, error_description].filter((each) => typeof each === 'string')
  const parts = [message, ...said, ...(cause instanceof Error ? [cause.message] : [])]
  let text = parts.join(': ')
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '…')
  // A code or token of another form; ids to quote to the provider are shorter.
  return text.replaceAll(/[\w.~+/=-]{40,}/g, '…').slice(0, maxReason)
}
