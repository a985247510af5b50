/** Short notices at the edge of the window: what was done, and what failed. */
import { notifications } from '@mantine/notifications'
import { words } from '../words/words.ts'
import { refusalOf } from './refusal.ts'

const closeButtonProps = { 'aria-label': words.close }

export function noticeDone(message: string): void {
  notifications.show({ message, color: 'pine', withBorder: true, closeButtonProps })
}

/** Shows the service's error message. */
export function noticeFailed(error: unknown): void {
  notifications.show({
    title: words.states.failed,
    message: refusalOf(error),
    color: 'red',
    withBorder: true,
    closeButtonProps,
    autoClose: 10_000,
  })
}
