import { Button, Text } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import { differsFromView, searchToSave, storeField } from '#shared/view-search.ts'
import type { View } from '#shared/views.ts'
import type { ShownList } from './shown-list.ts'
import { refreshViews } from './views.ts'

export type ViewDialog = 'save' | 'edit' | 'delete' | 'repeat'

type Props = {
  view: View
  shown: ShownList
  /** Shows the view as it is saved. */
  onReset: () => void
  onDialog: (dialog: ViewDialog) => void
  onDone: () => void
}

/** What can be done with the open view. */
export function ViewActions({ view, shown, onReset, onDialog, onDone }: Props) {
  const { screen, search, layout } = shown
  const update = api.profile.views.update.useMutation({
    onSuccess: async () => {
      await refreshViews()
      announce(messages.views.saved)
      onDone()
    },
  })
  const isChanged = differsFromView(view, search)
  const saveChanges = () => {
    const { [storeField[screen]]: stores, ...anywhere } = searchToSave(screen, search)
    // A view that was saved for any stores stays so.
    const keepsStores = storeField[screen] in view.search || 'collection' in anywhere
    update.mutate({
      id: view.id,
      ...layout,
      columns: [...layout.columns],
      search: keepsStores ? { ...anywhere, [storeField[screen]]: stores } : anywhere,
    })
  }
  const line = { variant: 'subtle', color: 'gray', c: 'inherit', size: 'xs', fullWidth: true, justify: 'flex-start' } as const
  return (
    <>
      <Text size="xs" c="dimmed" px={14} pb={4}>
        {view.shared ? messages.views.shared : messages.views.private}
      </Text>
      {isChanged && view.canEdit && (
        <Button {...line} loading={update.isPending} onClick={saveChanges}>
          Save changes
        </Button>
      )}
      {isChanged && (
        <Button {...line} onClick={onReset}>
          Undo changes
        </Button>
      )}
      <Button {...line} onClick={() => onDialog('save')}>
        Save as new view
      </Button>
      {shown.exported && (
        <Button {...line} onClick={() => onDialog('repeat')}>
          Repeat its export…
        </Button>
      )}
      {view.canEdit && (
        <>
          <Button {...line} onClick={() => onDialog('edit')}>
            Rename or share
          </Button>
          <Button {...line} onClick={() => onDialog('delete')}>
            Delete view
          </Button>
        </>
      )}
      <Button {...line} loading={update.isPending} onClick={() => update.mutate({ id: view.id, isDefault: !view.isDefault })}>
        {view.isDefault ? 'Do not open with this view' : 'Open with this view'}
      </Button>
      {update.error && (
        <Banner kind="error" mt="xs">
          {say(update.error, messages.views.saveFailed)}
        </Banner>
      )}
    </>
  )
}
