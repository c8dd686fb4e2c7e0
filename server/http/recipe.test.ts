import { os } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { checkAbilities, publicProcedures } from './recipe.ts';

describe('checkAbilities', () => {
  it('refuses a procedure whose ability asks for other checks than it makes', () => {
    const router = { profile: publicProcedures.stores.profile.handler(() => Promise.reject(new Error('unreachable'))) };
    expect(() => checkAbilities(router)).toThrow('profile skips the checks of store.read');
  });

  it('refuses a procedure without ability', () => {
    const bare = os.handler(() => ({ head: 0 }));
    expect(() => checkAbilities({ changes: bare })).toThrow('changes has no row in domain/permissions');
  });
});
