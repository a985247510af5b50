/** What one may do with a decision: say what it replaces, withdraw it, let it stand again, delete it, read its history. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconDots, IconHistory, IconReplace, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Decision, useChangeDecision, useDeleteDecision } from '../../api/decisions.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { later } from '../../ui/later.tsx'
import { words } from '../../words/words.ts'
import { ReplaceForm } from './replace-form.tsx'

const { decisions: said } = words
const Changes = later(async () => (await import('./changes.tsx')).Changes)

type Props = { decision: Decision; mayEdit: boolean }

export function DecisionActions({ decision, mayEdit }: Props) {
  const [asks, setAsks] = useState<'replace' | 'delete' | 'history' | null>(null)
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
          {mayEdit && !isWithdrawn && (
            <Menu.Item leftSection={<IconReplace {...icon} />} onClick={() => setAsks('replace')}>
              {said.replaces}
            </Menu.Item>
          )}
          {mayEdit && isWithdrawn && (
            <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => change.mutate({ status: 'stands' })}>
              {said.restore}
            </Menu.Item>
          )}
          {mayEdit && !isWithdrawn && (
            <Menu.Item leftSection={<IconBan {...icon} />} onClick={() => change.mutate({ status: 'withdrawn' })}>
              {said.withdraw}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => setAsks('history')}>
            {words.recap.history.open}
          </Menu.Item>
          {mayEdit && isWithdrawn && (
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setAsks('delete')}>
              {said.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asks === 'replace' && <ReplaceForm decision={decision} onClose={close} />}
      <Dialog isOpen={asks === 'history'} onClose={close} title={said.historyOf(decision.text)} size="lg">
        <Changes decisionId={decision.id} />
      </Dialog>
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
