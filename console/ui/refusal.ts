/** The message for an error: a lost connection, the service's message, or the page's own. */
import { statusOf } from '../api/client.ts'
import { ofService } from '../words/of-service.ts'
import { words } from '../words/words.ts'

/** Its message is in the person's language. */
export class PageError extends Error {}

/** Without a response, an error has only the browser's message, which is English and says little. */
export const refusalOf = (error: unknown): string =>
  error instanceof PageError
    ? error.message
    : statusOf(error) === null
      ? words.states.notReached
      : ofService((error as Error).message)
