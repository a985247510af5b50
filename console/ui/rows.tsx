/** A list of things with what they are, how they are, and what can be done with each. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Children, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './entries.module.css'

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const isInside = useRef(false)
  const count = Children.count(children)
  const before = useRef(count)
  // A row that goes takes the focus along: who uses the keyboard would be at the start of the page.
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
      // A button that waits for an answer has lost it to nothing.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) isInside.current = false
      }}
    >
      {children}
    </ul>
  )
}

type RowProps = {
  /** With a link or a button in it the whole row leads there. */
  title: ReactNode
  meta?: ReactNode
  /** Badges and actions. */
  children?: ReactNode
  isLink?: boolean
  /** Of something that is switched off. */
  isFaded?: boolean
}

export function Row({ title, meta, children, isLink, isFaded }: RowProps) {
  return (
    <li className={classes.row} data-link={isLink || undefined} data-faded={isFaded || undefined}>
      <div className={classes.text}>
        <div className={classes.title}>{title}</div>
        {meta && <div className={classes.meta}>{meta}</div>}
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </li>
  )
}

/** @param label  names the thing, for those who hear the page */
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
