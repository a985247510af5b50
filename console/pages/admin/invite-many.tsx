/** Invites everybody in a list, which is shown first, line by line, with its errors. */
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '../../api/invitation.ts'
import { peopleQuery } from '../../api/people.ts'
import { Dialog } from '../../ui/dialog.tsx'
import entries from '../../ui/entries.module.css'
import { adminWords } from '../../words/admin/words.ts'
import { InvitedList } from './invited-list.tsx'
import { ListField } from './list-field.tsx'
import { ListPreview, type PreviewRow } from './list-preview.tsx'
import { type InvitationRow, readInvitations } from './read-invitations.ts'
import { useInviting } from './use-inviting.ts'

const { people: said } = adminWords

export function InviteMany({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={said.inviteMany} size="xl" isFirm>
      <Steps onClose={onClose} />
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const inviting = useInviting()
  const [total, setTotal] = useState(0)
  if (total > 0) return <InvitedList total={total} inviting={inviting} onClose={onClose} />
  const begin = (invitations: Invitation[]) => {
    setTotal(invitations.length)
    inviting.begin(invitations)
  }
  return <ListToRead onInvite={begin} />
}

function ListToRead({ onInvite }: { onInvite: (invitations: Invitation[]) => void }) {
  const [text, setText] = useState('')
  const { data: people = [] } = useQuery(peopleQuery)
  const rows = readInvitations(
    text,
    people.map(({ email }) => email),
  )
  const good = rows.filter(({ problem }) => problem === null)
  const invite = () => onInvite(good.map(({ email, full_name, admin }) => ({ email, full_name, admin })))
  return (
    <Stack>
      <ListField description={said.listHint} example={said.listExample} value={text} onChange={setText} />
      {rows.length > 0 && (
        <ListPreview summary={said.readRows(good.length, rows.length - good.length)} rows={rows.map(previewOf)} />
      )}
      <Group justify="flex-end" className={entries.foot}>
        <Button disabled={good.length === 0} onClick={invite}>
          {said.inviteCount(good.length)}
        </Button>
      </Group>
    </Stack>
  )
}

const previewOf = ({ problem, ...row }: InvitationRow): PreviewRow => ({
  ...row,
  isBad: problem !== null,
  mark: problem && { tone: 'bad', text: said.problems[problem] },
})
