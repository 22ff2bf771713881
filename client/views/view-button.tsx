import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRepeat } from '#client/schedules/use-repeat.tsx'
import { differsFromView, searchOfView } from '#shared/view-search.ts'
import type { View, ViewSearch } from '#shared/views.ts'
import { DeleteView } from './delete-view.tsx'
import type { ShownList } from './shown-list.ts'
import { ViewActions, type ViewDialog } from './view-actions.tsx'
import { ViewForm } from './view-form.tsx'

type Props = {
  /** The open view. */
  view: View | undefined
  shown: ShownList
  onOpen: (search: ViewSearch) => Promise<void>
}

/** The button behind the tabs: saves what the list shows as a view, or opens what can be done with the open view. */
export function ViewButton({ view, shown, onOpen }: Props) {
  const { search, exported } = shown
  const { repeat, dialog: repeating } = useRepeat()
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<ViewDialog | null>(null)
  const close = () => setDialog(null)
  const open = (saved: View) => {
    setOpen(false)
    close()
    void onOpen(searchOfView(saved, search))
  }
  const show = (wanted: ViewDialog) => {
    setOpen(false)
    if (wanted !== 'repeat') setDialog(wanted)
    else if (exported) void exported().then((repeated) => repeat({ from: 'export', repeated }))
  }
  const isChanged = view !== undefined && differsFromView(view, search)
  const label = view ? `View options${isChanged ? ', changed' : ''}` : 'Save view'
  return (
    <>
      <Indicator disabled={!isChanged} size={7} offset={5} color="orange">
        <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-start" shadow="md" width={210}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={label}
              title={label}
              aria-haspopup="dialog"
              onClick={() => (view ? setOpen(!isOpen) : setDialog('save'))}
            >
              {view ? <IconChevronDown size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p={8} aria-label="View options">
            {view && <ViewActions view={view} shown={shown} onReset={() => open(view)} onDialog={show} onDone={() => setOpen(false)} />}
          </Popover.Dropdown>
        </Popover>
      </Indicator>
      {(dialog === 'save' || dialog === 'edit') && (
        <ViewForm shown={shown} view={dialog === 'edit' ? view : undefined} onSaved={open} onClose={close} />
      )}
      {repeating}
      {dialog === 'delete' && view && (
        <DeleteView
          view={view}
          onCancel={close}
          onDeleted={() => {
            close()
            void onOpen({ ...search, view: undefined, columns: undefined, density: undefined })
          }}
        />
      )}
    </>
  )
}
