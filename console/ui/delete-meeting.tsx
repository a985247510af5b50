/** Deletes a note or a recording permanently, after saying what is deleted. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDelete } from '../api/delete-meeting.ts'
import { sessionQuery } from '../api/queries.ts'
import type { Thing } from '../api/sharing.ts'
import { words } from '../words/words.ts'
import { Confirm } from './confirm.tsx'
import { noticeDone } from './notices.ts'

const { deleting: said } = words

/** Shown only to elevated sessions. */
export function DeleteMeeting({ thing, title, children }: { thing: Thing; title: string; children: ReactNode }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [isOpen, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  const remove = useDelete(thing, async () => {
    noticeDone(said.done(title))
    await navigate({ to: '/notes', search: {} })
  })
  if (!session.super_admin) return null
  return (
    <>
      <Button variant="default" size="sm" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={open}>
        {said.open}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={close}
        title={said.title(title)}
        action={said.action}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {children}
      </Confirm>
    </>
  )
}
