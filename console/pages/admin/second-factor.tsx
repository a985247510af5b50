/** Whether administrator rights need a passkey, or a fresh sign-in at the identity provider. */
import { Switch } from '@mantine/core'
import { useAtOnce } from '../../api/use-at-once.ts'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { adminWords } from '../../words/admin/words.ts'
import { Setting } from './setting.tsx'

const { secondFactor: said } = adminWords

export function SecondFactor({ settings }: { settings: Settings }) {
  const change = useChangeWorkspace()
  const [isOn, setOn] = useAtOnce(settings.second_factor, (second_factor) => change.mutateAsync({ second_factor }))
  return (
    <Setting title={said.title}>
      <Switch
        label={said.on}
        description={said.hint}
        checked={isOn}
        disabled={change.isPending}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Setting>
  )
}
