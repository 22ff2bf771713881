import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** A modal that is open for as long as it is there; afterwards the focus is back where it came from. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return <Modal opened {...props} />
}
