/** A list of rows with title, status and actions. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Children, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './entries.module.css'

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const isInside = useRef(false)
  const count = Children.count(children)
  const before = useRef(count)
  // A removed row would lose the focus, and keyboard users would be at the start of the page.
  useLayoutEffect(() => {
    const isLost = count < before.current && isInside.current && document.activeElement === document.body
    if (isLost) list.current!.focus({ preventScroll: true })
    before.current = count
  }, [count])
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      tabIndex={-1}
      // The dialogs of the rows count as well.
      onFocus={() => {
        isInside.current = true
      }}
      // A button that is disabled while waiting loses the focus to no other element.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) isInside.current = false
      }}
    >
      {children}
    </ul>
  )
}

type RowProps = {
  /** A link or button in it covers the whole row. */
  title: ReactNode
  meta?: ReactNode
  /** Badges and actions. */
  children?: ReactNode
  isLink?: boolean
  /** For something that is switched off. */
  isFaded?: boolean
}

export function Row({ title, meta, children, isLink, isFaded }: RowProps) {
  return (
    <li className={classes.row} data-link={isLink || undefined} data-faded={isFaded || undefined}>
      <div className={classes.text}>
        <div className={classes.title} dir="auto">
          {title}
        </div>
        {meta && <div className={classes.meta}>{meta}</div>}
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </li>
  )
}

/** @param label  names the thing for screen readers */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
