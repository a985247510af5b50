/** Whether people may make links that open without an account. Off keeps the links: on again, they work again. */
import { Switch } from '@mantine/core'
import { useAtOnce } from '../../api/use-at-once.ts'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { adminWords } from '../../words/admin/words.ts'
import { Setting } from './setting.tsx'

const { outsideLinks: said } = adminWords

export function OutsideLinks({ settings }: { settings: Settings }) {
  const change = useChangeWorkspace()
  const [isOn, setOn] = useAtOnce(settings.outside_links, (outside_links) => change.mutateAsync({ outside_links }))
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
