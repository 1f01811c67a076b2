package io.railhead.cli;

/// Numbers on the command line, refused in the same words by every option.
final class Bounds {
    private Bounds() {}

    /// @throws UserError when the value is less than 1
    static int positive(String option, int value) {
        if (value < 1) {
            throw new UserError(option + " " + value + ": must be 1 or more");
        }
        return value;
    }

    /// @param what the unit: `seconds`
    /// @throws UserError when the value is out of the range
    static long within(String option, long value, long least, long most, String what) {
        if (value < least || value > most) {
            throw new UserError(
                    option + " " + value + ": must be " + least + " to " + most + " " + what);
        }
        return value;
    }
}
