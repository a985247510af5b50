/** Whether people may give their voices. Switching it off deletes all of them, after a question. */
import { Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { Setting } from './setting.tsx'

const { voices: said } = adminWords

export function Voices({ settings }: { settings: Settings }) {
  const [asks, ask] = useDisclosure(false)
  const change = useChangeWorkspace()
  const switchTo = (voices: boolean) => change.mutate({ voices }, { onSettled: ask.close })
  return (
    <Setting title={said.title}>
      <Switch
        label={said.on}
        description={said.hint}
        checked={settings.voices}
        disabled={change.isPending}
        onChange={() => (settings.voices ? ask.open() : switchTo(true))}
      />
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={said.offTitle}
        action={said.off}
        isPending={change.isPending}
        onConfirm={() => switchTo(false)}
      >
        {said.offWhat}
      </Confirm>
    </Setting>
  )
}
