/** Access that the user was given before, such as secret calendar addresses, has ended. Stream `user-<id>`. */
export type UserAccessRevoked = {
  type: 'UserAccessRevoked'
  data: { userId: number; reason: 'disabled' | 'new password' | 'signed out everywhere' }
}
