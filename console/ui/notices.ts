/** Short notices at the edge of the window: what was done, and what failed. */
import { notifications } from '@mantine/notifications'
import { words } from '../words/words.ts'
import { refusalOf } from './refusal.ts'

const closeButtonProps = { 'aria-label': words.close }

export const asDone = (message: string) => ({ message, color: 'pine', withBorder: true, closeButtonProps })

/** The service's error message. */
export const asFailed = (error: unknown) => ({
  ...{ title: words.states.failed, message: refusalOf(error), color: 'red', withBorder: true, closeButtonProps },
})

export function noticeDone(message: string): void {
  notifications.show(asDone(message))
}

export function noticeFailed(error: unknown): void {
  notifications.show({ ...asFailed(error), autoClose: 10_000 })
}
