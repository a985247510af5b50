/** What one may do with a decision: say what it replaces, withdraw it, let it stand again, delete it. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconDots, IconReplace, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Decision, useChangeDecision, useDeleteDecision } from '../../api/decisions.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { words } from '../../words/words.ts'
import { ReplaceForm } from './replace-form.tsx'

const { decisions: said } = words

export function DecisionActions({ decision }: { decision: Decision }) {
  const [asks, setAsks] = useState<'replace' | 'delete' | null>(null)
  const change = useChangeDecision(decision)
  const remove = useDeleteDecision(decision)
  const icon = { size: 16, stroke: 1.6 }
  const isWithdrawn = decision.status === 'withdrawn'
  const close = () => setAsks(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={said.actions(decision.text)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isWithdrawn && (
            <Menu.Item leftSection={<IconReplace {...icon} />} onClick={() => setAsks('replace')}>
              {said.replaces}
            </Menu.Item>
          )}
          {isWithdrawn ? (
            <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => change.mutate({ status: 'stands' })}>
              {said.restore}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconBan {...icon} />} onClick={() => change.mutate({ status: 'withdrawn' })}>
              {said.withdraw}
            </Menu.Item>
          )}
          {isWithdrawn && (
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setAsks('delete')}>
              {said.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asks === 'replace' && <ReplaceForm decision={decision} onClose={close} />}
      <Confirm
        isOpen={asks === 'delete'}
        onClose={close}
        title={said.removeTitle}
        action={said.remove}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
      >
        {said.removeWhy}
      </Confirm>
    </>
  )
}
