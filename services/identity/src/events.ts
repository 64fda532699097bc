/** In `user-<id>`: whatever was handed out to this user before, such as secret calendar addresses, is no longer good. */
export type UserAccessRevoked = {
  type: 'UserAccessRevoked'
  data: { userId: number; reason: 'disabled' | 'new password' | 'signed out everywhere' }
}
