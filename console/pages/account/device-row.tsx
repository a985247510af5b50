/** A device or passkey of one's own: since when, last used, and a button that withdraws it. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { dayAndHour, shortDay } from '../../ui/format.ts'
import { Row } from '../../ui/rows.tsx'
import { Time } from '../../ui/time.tsx'

type Props = {
  name: string
  /** In place of the name alone. */
  title?: ReactNode
  used: { created_at: string; last_used_at: string | null }
  said: { since: string; last: string; withdraw: string }
  /** After the times. */
  more?: string
  isPending: boolean
  onWithdraw: () => void
  /** Beside the button. */
  children?: ReactNode
}

export function DeviceRow({ name, title = name, used, said, more, isPending, onWithdraw, children }: Props) {
  const meta = (
    <>
      {said.since} <Time at={used.created_at} as={shortDay} />
      {used.last_used_at && (
        <>
          {' · '}
          {said.last} <Time at={used.last_used_at} as={dayAndHour} />
        </>
      )}
      {more && ` · ${more}`}
    </>
  )
  return (
    <Row title={title} meta={meta}>
      {children}
      <Button
        size="xs"
        variant="default"
        disabled={isPending}
        onClick={onWithdraw}
        aria-label={`${said.withdraw}: ${name}`}
      >
        {said.withdraw}
      </Button>
    </Row>
  )
}
