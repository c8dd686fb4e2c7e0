declare global {
  /** Web OTP, not in TypeScript's DOM. */
  interface CredentialRequestOptions {
    otp?: { transport: string[] };
  }
}

/**
 * The code of the next SMS for this site, where the device reads it by itself: Android's Chromium asks the person
 * first. Null without such a device, when it was refused, or once aborted.
 */
export async function codeFromSms(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null;
  try {
    const credential = await navigator.credentials.get({ otp: { transport: ['sms'] }, signal });
    return credential && 'code' in credential && typeof credential.code === 'string' ? credential.code : null;
  } catch {
    return null;
  }
}
