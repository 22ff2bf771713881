import { api, cache } from '#client/api.ts'

const newest = { limit: 20 } as const

/** One's own newest notifications. The events of the server bring them up to date. */
export const useNotifications = () => api.profile.notifications.list.useQuery(newest)

/** Marks notifications as read. The number of unread ones is right at once. */
export const useReading = () =>
  api.profile.notifications.read.useMutation({
    onSuccess: ({ unread }) => {
      cache.profile.notifications.list.setData(newest, (before) => before && { ...before, unread })
      return cache.profile.notifications.list.invalidate()
    },
  })
