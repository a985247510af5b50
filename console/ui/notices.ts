/** Short notices at the edge of the window: what was done, and what was refused. */
import { notifications } from '@mantine/notifications'
import { statusOf } from '../api/client.ts'
import { ofService } from '../words/of-service.ts'
import { words } from '../words/words.ts'

const closeButtonProps = { 'aria-label': words.close }

export function noticeDone(message: string): void {
  notifications.show({ message, color: 'pine', withBorder: true, closeButtonProps })
}

/** In the service's own sentence. */
export function noticeFailed(error: unknown): void {
  const message = statusOf(error) === null ? words.states.notReached : ofService((error as Error).message)
  notifications.show({
    title: words.states.failed,
    message,
    color: 'red',
    withBorder: true,
    closeButtonProps,
    autoClose: 10_000,
  })
}
