/** A setting of the workspace that is on or off. */
import { Switch } from '@mantine/core'
import { useAtOnce } from '../../api/use-at-once.ts'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { Setting } from './setting.tsx'

type Switched = {
  settings: Settings
  name: 'outside_links' | 'second_factor'
  said: { title: string; on: string; hint: string }
}

export function SettingSwitch({ settings, name, said }: Switched) {
  const change = useChangeWorkspace()
  const [isOn, setOn] = useAtOnce(settings[name], (value) => change.mutateAsync({ [name]: value }))
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
