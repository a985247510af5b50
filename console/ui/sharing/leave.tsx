/** Removes the caller's own access to what was shared with them. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChangeShares } from '../../api/change-sharing.ts'
import type { SharedThing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'
import { Confirm } from '../confirm.tsx'

const { sharing: said } = words

export function Leave({ thing, title, userId }: { thing: SharedThing; title: string; userId: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const change = useChangeShares(thing)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = () =>
    change.mutate(
      { kind: 'unshare', user: userId },
      {
        onSuccess: async () => {
          await navigate({ to: '/notes', search: {} })
          // It may be out of sight now: removes it from the cache and from lists.
          queries.removeQueries({ queryKey: [thing.kind, thing.id] })
          await queries.invalidateQueries()
        },
      },
    )
  return (
    <>
      <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={open}>
        {said.leave}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={close}
        title={said.leaveTitle}
        action={said.leave}
        isPending={change.isPending}
        onConfirm={leave}
      >
        {thing.kind === 'series' ? said.leaveSeries : said.leaveWhy(title)}
      </Confirm>
    </>
  )
}
