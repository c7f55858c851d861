package ackproof.storm;

import com.google.gson.JsonObject;

/** An open component: its state lasts from one operation to the next. */
interface Component {
    /**
     * Do one operation and return its result.
     *
     * @throws BadRequest if this is no operation of the component
     * @throws ReflectiveOperationException above all {@link java.lang.reflect.InvocationTargetException}: an exception
     *     came out of the class under test
     */
    JsonObject apply(JsonObject operation) throws BadRequest, ReflectiveOperationException;
}
