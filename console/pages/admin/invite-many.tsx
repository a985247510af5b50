/** Takes in everybody of a list: it is shown first, line by line, with what is wrong with which. */
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '../../api/invitation.ts'
import { peopleQuery } from '../../api/people.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { words } from '../../words/words.ts'
import { InvitedList } from './invited-list.tsx'
import { type InvitationRow, readInvitations } from './read-invitations.ts'
import { useInviting } from './use-inviting.ts'

const { people: said } = words

export function InviteMany({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={said.inviteMany} size="xl" isFirm>
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
      <Textarea
        label={said.list}
        description={said.listHint}
        placeholder={said.listExample}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Group>
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(setText)}>
          {(props) => (
            <Button variant="default" {...props}>
              {said.chooseFile}
            </Button>
          )}
        </FileButton>
      </Group>
      {rows.length > 0 && <Preview rows={rows} />}
      <Group justify="flex-end">
        <Button disabled={good.length === 0} onClick={invite}>
          {said.inviteCount(good.length)}
        </Button>
      </Group>
    </Stack>
  )
}

/** A long list is not shown to its end; its problems are. */
const mostShown = 50

function Preview({ rows }: { rows: InvitationRow[] }) {
  const bad = rows.filter(({ problem }) => problem !== null)
  const shown = [...bad, ...rows.filter(({ problem }) => problem === null)].slice(0, Math.max(mostShown, bad.length))
  return (
    <div>
      <Text size="sm" fw={600} mb="xs" role="status">
        {said.readRows(rows.length - bad.length, bad.length)}
      </Text>
      <Rows label={said.preview}>
        {shown.map(({ line, email, full_name, admin, problem }) => (
          <Row key={line} title={full_name || email || '–'} meta={`${said.line(line)} · ${email || '–'}`}>
            {admin && <Mark tone="warn">{said.admin}</Mark>}
            {problem && <Mark tone="bad">{said.problems[problem]}</Mark>}
          </Row>
        ))}
      </Rows>
      {shown.length < rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {said.andMore(rows.length - shown.length)}
        </Text>
      )}
    </div>
  )
}
