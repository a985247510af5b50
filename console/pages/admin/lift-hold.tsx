/** Asks before a legal hold is lifted: waiting deletions then happen, permanently. */
import { Text } from '@mantine/core'
import { Confirm } from '../../ui/confirm.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { Refusal } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import type { ChangeHold } from './legal-hold-form.tsx'

const { holds: said } = adminWords

export function LiftHold({ what, change, onClose }: { what: string; change: ChangeHold; onClose: () => void }) {
  const lift = () =>
    change.mutate(null, {
      onSuccess: () => {
        noticeDone(said.lifted)
        onClose()
      },
    })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={said.liftTitle}
      action={said.liftNow}
      isPending={change.isPending}
      onConfirm={lift}
    >
      <Text fw={600}>{what}</Text>
      <Text mt="sm">{said.liftWhat}</Text>
      <Refusal error={change.error} />
    </Confirm>
  )
}
