package io.railhead.switches.live;

import io.railhead.reach.Secrets;

/// A switch did not take a statement, or not the way it should. Secrets are masked in what it said.
public final class SwitchRefusal extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 300;

    /// @param statement that was entered
    /// @param said by the switch
    public SwitchRefusal(String statement, String said) {
        super("«" + Secrets.mask(statement.strip()) + "» was refused: " + short_(said));
    }

    private static String short_(String said) {
        String one = Secrets.mask(said).strip().replaceAll("\\s*\\n\\s*", " | ");
        String plain = one.replaceAll("\\p{Cntrl}", "");
        return plain.length() > MOST ? plain.substring(0, MOST) + " ..." : plain;
    }
}
