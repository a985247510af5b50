/** The people invited so far, with their links, also as a file. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { Invited } from '../../api/invitation.ts'
import entries from '../../ui/entries.module.css'
import { dayAndHour } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Copy } from '../../ui/secret.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { OtherWays } from './new-link.tsx'
import { printInvited } from './read-invitations.ts'
import type { useInviting } from './use-inviting.ts'

const { people: said } = adminWords

type Props = { total: number; inviting: ReturnType<typeof useInviting>; onClose: () => void }

export function InvitedList({ total, inviting: { invited, isRunning }, onClose }: Props) {
  const first = invited.find(({ link }) => link)?.link
  return (
    <Stack>
      <Text size="sm" role="status">
        {said.progress(invited.length, total)}
      </Text>
      <Progress value={(invited.length / total) * 100} aria-label={said.progressLabel} />
      {first && (
        <Alert color="yellow" variant="light">
          {said.linksOnce(dayAndHour(first.expires_at))}
        </Alert>
      )}
      <OtherWays />
      <Rows label={said.invited}>
        {invited.map((one) => (
          <Row key={one.email} title={one.full_name} meta={one.problem ?? one.email}>
            {one.link ? <Copy text={one.link.url} /> : <Mark tone="bad">{said.notInvited}</Mark>}
          </Row>
        ))}
      </Rows>
      <Group justify="flex-end" className={entries.foot}>
        <Button variant="default" disabled={isRunning || !first} onClick={() => download(invited)}>
          {said.download}
        </Button>
        <Button disabled={isRunning} onClick={onClose}>
          {words.done}
        </Button>
      </Group>
    </Stack>
  )
}

const download = (invited: Invited[]) =>
  saveFile('sign-in-links.csv', `\ufeff${printInvited(invited)}`, 'text/csv;charset=utf-8')
