/** Removes a recorder, after saying what is deleted. */
import { Text } from '@mantine/core'
import { type Recorder, useRemoveRecorder } from '../../../api/recorders.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Refusal } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'

const { recorders: said } = adminWords

type Props = { recorder: Recorder; onClose: () => void }

export function RemoveRecorder({ recorder: { id, kind }, onClose }: Props) {
  const remove = useRemoveRecorder(id)
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={said.removeTitle(said.kinds[kind])}
      action={said.removeNow}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
    >
      <Text>{said.removeWhat}</Text>
      <Refusal error={remove.error} />
    </Confirm>
  )
}
